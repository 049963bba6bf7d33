import { useEffect, useId, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { imageTypes, imageTypeWords } from '@boathouse/contract/files';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import styles from './image-picker.module.css';
import { useGivenFiles } from './given-files.ts';
import { problemOfFile, uploadErrorWords } from './upload-errors.ts';

type UploadHooks = { onProgress: (sentBytes: number, totalBytes: number) => void; signal: AbortSignal };

type ImagePickerProps = {
  label: string;
  /** The current image; null shows an empty frame, with `empty` in it. */
  imageURL: string | null;
  empty?: ReactNode;
  /** Square, or four times as wide as high. */
  shape: 'icon' | 'banner';
  /** Stores the file and returns the path of the image. */
  upload: (file: File, hooks: UploadHooks) => Promise<string>;
  /** Called with the stored image, which the caller shows. A rejected promise is shown like a failed upload. */
  onUploaded: (path: string) => void | Promise<void>;
  /** In a form: the field's name, whether it is required, and its validation error. */
  name?: string;
  isRequired?: boolean;
  formProblem?: string | undefined;
};

type Uploading = { preview: string; name: string; sentBytes: number; totalBytes: number; cancel: () => void };

/** Uploads one image at a time. After Cancel the focus moves to `input`, because its button has disappeared. */
function useImageUpload({ upload, onUploaded }: Pick<ImagePickerProps, 'upload' | 'onUploaded'>) {
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const cancelOnLeave = useRef<() => void>(() => {});
  useEffect(() => () => cancelOnLeave.current(), []);
  // The focused button is removed; focus the field once it is enabled again.
  const isFocusLost = useRef(false);
  useEffect(() => {
    if (uploading !== null || !isFocusLost.current) return;
    isFocusLost.current = false;
    input.current?.focus();
  }, [uploading]);

  async function send(file: File) {
    const abort = new AbortController();
    const preview = URL.createObjectURL(file);
    const cancel = () => {
      isFocusLost.current = true;
      abort.abort();
    };
    cancelOnLeave.current = cancel;
    setProblem(null);
    setUploading({ preview, name: file.name, sentBytes: 0, totalBytes: file.size, cancel });
    try {
      const path = await upload(file, {
        signal: abort.signal,
        onProgress: (sentBytes, totalBytes) =>
          setUploading((now) => (now?.preview === preview ? { ...now, sentBytes, totalBytes } : now)),
      });
      await onUploaded(path);
    } catch (error) {
      if (!abort.signal.aborted) setProblem(uploadErrorWords(error));
    } finally {
      cancelOnLeave.current = () => {};
      URL.revokeObjectURL(preview);
      setUploading((now) => (now?.preview === preview ? null : now));
    }
  }

  function take([file, ...others]: readonly File[]) {
    if (file === undefined || uploading !== null) return;
    const found = others.length > 0 ? 'Choose one image at a time.' : problemOfFile(file);
    if (found === null) void send(file);
    else setProblem(found);
  }

  return { uploading, problem, input, take };
}

/** Accepts one image file, chosen, dropped or pasted, previews it, and uploads it with a progress bar and Cancel. */
export function ImagePicker(props: ImagePickerProps) {
  const { label, imageURL, empty, shape, upload, onUploaded, name, isRequired = false, formProblem } = props;
  const id = useId();
  const { uploading, input, take, ...own } = useImageUpload({ upload, onUploaded });
  const problem = own.problem ?? formProblem ?? null;

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.currentTarget.files ?? [])];
    // Reset the value, so that choosing the same file again fires a change and resumes its upload.
    event.currentTarget.value = '';
    take(files);
  }

  const group = useRef<HTMLDivElement>(null);
  const isOver = useGivenFiles(group, take);

  const shown = uploading?.preview ?? imageURL;
  return (
    <div
      ref={group}
      className={styles.picker}
      role="group"
      aria-labelledby={`${id}-label`}
      data-over={isOver && uploading === null}
    >
      <span id={`${id}-label`} className={styles.label}>
        {label}
        {isRequired && (
          <span className={styles.required} aria-hidden="true">
            {' *'}
          </span>
        )}
      </span>
      <div className={[styles.frame, styles[shape]].join(' ')}>
        {shown === null ? (
          <div className={styles.empty}>{empty}</div>
        ) : (
          <img src={shown} alt="" className={styles.image} />
        )}
      </div>
      <div className={styles.controls}>
        <input
          ref={input}
          id={`${id}-file`}
          type="file"
          name={name}
          required={isRequired}
          accept={imageTypes.join(',')}
          className={styles.file}
          disabled={uploading !== null}
          aria-label={`${label}: choose an image`}
          aria-describedby={`${id}-hint ${id}-problem`}
          aria-invalid={problem !== null}
          onChange={handleChange}
        />
        {uploading === null ? (
          <label htmlFor={`${id}-file`} className={buttonClass()}>
            Choose an image
          </label>
        ) : (
          <Progress uploading={uploading} />
        )}
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {imageTypeWords}, at most 32 MiB.{' '}
        <span className={styles.otherWays}>Or drop an image here, or paste one.</span>
      </p>
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem}
      </p>
    </div>
  );
}

function Progress({ uploading }: { uploading: Uploading }) {
  const percent = Math.floor((uploading.sentBytes / uploading.totalBytes) * 100);
  return (
    <>
      <div className={styles.progress}>
        <ProgressBar
          label={`Uploading ${uploading.name}`}
          value={uploading.sentBytes}
          max={uploading.totalBytes}
        />
        <span aria-hidden="true">{percent === 100 ? 'Finishing' : `${percent}%`}</span>
      </div>
      <Button look="quiet" onClick={uploading.cancel}>
        Cancel
      </Button>
    </>
  );
}
