import { useEffect, useRef, useState } from 'react';
import { uploadErrorWords, uploadImage } from '../files/index.ts';

export type ImageUpload = { what: 'icon' | 'banner'; sentBytes: number; totalBytes: number };

const folders = { icon: 'clubicons', banner: 'clubbanners' } as const;

/**
 * Stores the images of a form, one after the other, when the form is sent: before that the custom URL that they are
 * kept under is not certain. `running` is what is being sent. Leaving the page gives it up.
 */
export function useImageUploads() {
  const [running, setRunning] = useState<ImageUpload | null>(null);
  const leave = useRef(new AbortController());
  useEffect(() => {
    // Effects run twice in development, and what is aborted once stays so.
    if (leave.current.signal.aborted) leave.current = new AbortController();
    return () => leave.current.abort();
  }, []);

  /** Whether the page has been left. */
  const isOver = () => leave.current.signal.aborted;

  /** @throws Error in the words for a person; whatever else when the page has been left */
  async function store(what: ImageUpload['what'], file: File, customURL: string): Promise<string> {
    setRunning({ what, sentBytes: 0, totalBytes: file.size });
    try {
      const path = await uploadImage(file, {
        folder: folders[what],
        key: customURL,
        signal: leave.current.signal,
        onProgress: (sentBytes, totalBytes) => setRunning({ what, sentBytes, totalBytes }),
      });
      leave.current.signal.throwIfAborted();
      return path;
    } catch (error) {
      if (isOver()) throw error;
      throw new Error(uploadErrorWords(error), { cause: error });
    } finally {
      setRunning(null);
    }
  }

  return { running, store, isOver };
}
