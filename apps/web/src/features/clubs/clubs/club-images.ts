import { useEffect, useRef, useState } from 'react';
import { uploadErrorWords, uploadImage } from '../../people/files/index.ts';

export type ImageUpload = { what: 'icon' | 'banner'; sentBytes: number; totalBytes: number };

const folders = { icon: 'clubicons', banner: 'clubbanners' } as const;

/**
 * Uploads the images of a form one after the other on submit, because their key, the custom URL, can change before.
 * `running` is the current upload. Leaving the page aborts it.
 */
export function useImageUploads() {
  const [running, setRunning] = useState<ImageUpload | null>(null);
  const leave = useRef(new AbortController());
  useEffect(() => {
    // Effects run twice in development, and an aborted controller cannot be reused.
    if (leave.current.signal.aborted) leave.current = new AbortController();
    return () => leave.current.abort();
  }, []);

  /** Returns whether the user has left the page. */
  const isOver = () => leave.current.signal.aborted;

  /** @throws Error with a message for the user; any error after the user has left the page */
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
