import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') === true;

/**
 * Calls `onFiles` with files that are dropped on `target`, or pasted while it has the focus or the pointer. Returns
 * whether files are being dragged over it. A drop outside it does nothing: otherwise the browser would leave the page
 * for the file.
 */
export function useGivenFiles(
  target: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const isIn = (event: Event) => event.target instanceof Node && target.current?.contains(event.target);
  const handleDrag = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    const isInside = isIn(event) === true;
    if (event.dataTransfer !== null && event.type === 'dragover')
      event.dataTransfer.dropEffect = isInside ? 'copy' : 'none';
    setIsOver(isInside && event.type === 'dragover');
    if (isInside && event.type === 'drop') onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const isMeant = isIn(event) === true || target.current?.matches(':hover') === true;
    if (files.length === 0 || !isMeant) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    for (const type of ['dragover', 'dragleave', 'drop'] as const)
      document.addEventListener(type, (event) => handleDrag(event), { signal });
    document.addEventListener('paste', (event) => handlePaste(event), { signal });
    return () => leaving.abort();
  }, []);
  return isOver;
}
