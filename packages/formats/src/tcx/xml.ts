// oxlint-disable-next-line no-control-regex -- they are what is removed
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Removes what XML cannot have at all. */
export function withoutControls(text: string): string {
  return text.replace(notXml, '');
}

export function escaped(text: string): string {
  return withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Returns an element, or nothing where the content is null. */
export function element(name: string, content: string | number | null): string {
  return content === null ? '' : `<${name}>${escaped(String(content))}</${name}>`;
}
