import styles from './banner.module.css';
import { LaneField } from './lane-field.tsx';

/** The wide image above a profile. Falls back to a static lane pattern. */
export function Banner({ imageURL }: { imageURL: string | null }) {
  return (
    <div className={styles.banner}>
      {imageURL === null ? (
        <div className={styles.still}>
          <LaneField />
        </div>
      ) : (
        <img src={imageURL} alt="" className={styles.image} />
      )}
    </div>
  );
}
