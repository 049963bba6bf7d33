import styles from './banner.module.css';
import { LaneField } from './lane-field.tsx';

/** The wide picture above a profile. Without one it is water and lanes; nothing moves, for nobody is in these boats. */
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
