import type { ImageUpload } from './club-images.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import styles from './upload-progress.module.css';

/** Progress of an image upload of a form. */
export function UploadProgress({ upload }: { upload: ImageUpload }) {
  const { what, sentBytes, totalBytes } = upload;
  const percent = Math.floor((sentBytes / totalBytes) * 100);
  return (
    <div className={styles.progress}>
      <span aria-hidden="true">Uploading the {what}</span>
      <ProgressBar label={`Uploading the ${what}`} value={sentBytes} max={totalBytes} />
      <strong aria-hidden="true">{percent}%</strong>
    </div>
  );
}
