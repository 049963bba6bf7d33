/** Saves a file with the browser's own download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once, because the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
