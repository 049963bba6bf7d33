const list = new Intl.ListFormat('en');

/** `Ann, Ben, and 3 others`: all names up to `max`, else as many as leave room for the number of the others. */
export function namesInWords(names: readonly string[], max: number): string {
  if (names.length <= max) return list.format(names);
  const shown = names.slice(0, max - 1);
  return list.format([...shown, `${names.length - shown.length} others`]);
}
