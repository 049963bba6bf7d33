import { QRCodeSVG } from 'qrcode.react';
import styles from './link-code.module.css';

type LinkCodeProps = {
  link: string;
  title: string;
  /** Shown below the code; the link by default. */
  text?: string;
};

/** Shows a link as a QR code, for phones beside the screen, and as text. */
export function LinkCode({ link, title, text = link }: LinkCodeProps) {
  return (
    <>
      {/* Scanners need dark on light, in every color mode. */}
      <QRCodeSVG value={link} size={220} marginSize={4} level="M" title={title} className={styles.code} />
      <p className={styles.link}>{text}</p>
    </>
  );
}
