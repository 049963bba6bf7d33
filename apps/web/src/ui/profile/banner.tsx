import styles from './banner.module.css';
import { LaneField } from '../lane-field.tsx';

type BannerProps = {
  imageURL: string | null;
  /** Chooses the lanes and the water of the default banner, such as an id; absent: the same for all. */
  seed?: string;
};

/** The wide image above a profile. Falls back to lanes. */
export function Banner({ imageURL, seed }: BannerProps) {
  return (
    <div className={styles.banner}>
      {imageURL === null ? (
        <LaneField {...(seed === undefined ? {} : { seed })} />
      ) : (
        <img src={imageURL} alt="" className={styles.image} />
      )}
    </div>
  );
}
