/** Returns whether this page came over http from another machine: browsers then have no Bluetooth for it. */
export function isInsecure(): boolean {
  return 'isSecureContext' in globalThis && !globalThis.isSecureContext;
}

/** Says why there is no Bluetooth on a page that is not secure, with the way out. Nothing on a secure page. */
export function InsecureNote() {
  if (!isInsecure()) return null;
  return (
    <>
      {' '}
      This page is not secure, and browsers allow Bluetooth on https pages only.{' '}
      {/* A page of the server, not of the app. */}
      <a href="/trust">Set up this device</a>
    </>
  );
}
