/** Returns whether this page came over http from another machine, where browsers allow no Bluetooth. */
export function isInsecure(): boolean {
  return 'isSecureContext' in globalThis && !globalThis.isSecureContext;
}

/** Explains why there is no Bluetooth on an insecure page, with the solution. Nothing on a secure page. */
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
