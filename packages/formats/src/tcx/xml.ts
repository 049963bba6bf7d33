// oxlint-disable-next-line no-control-regex -- they are what is removed
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Removes characters that XML cannot contain. */
export function withoutControls(text: string): string {
  return text.replace(notXml, '');
}

/** An `&` that begins neither an entity of XML nor the number of a character. */
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;
/** Numbers of characters that XML cannot have. */
const notXmlNumber = /&#(?:x0*(?:[0-8bcef]|1[\da-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi;

/** Mends names that programs do not escape: `Tom & Jerry's erg`, and characters that XML cannot contain. */
export function mended(xml: string): string {
  const text = withoutControls(xml);
  // In a CDATA section they are correct.
  return text.includes('<![CDATA[') ? text : text.replace(bareAmpersand, '&amp;').replace(notXmlNumber, '');
}

export function escaped(text: string): string {
  return withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Returns an element, or nothing if the content is null. */
export function element(name: string, content: string | number | null): string {
  return content === null ? '' : `<${name}>${escaped(String(content))}</${name}>`;
}
