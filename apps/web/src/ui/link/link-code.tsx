import { QRCodeSVG } from 'qrcode.react';
import styles from './link-code.module.css';

/** Shows a link as a QR code, for phones beside the screen, and as text. */
export function LinkCode({ link, title }: { link: string; title: string }) {
  return (
    <>
      {/* Scanners need dark on light, in every color mode. */}
      <QRCodeSVG value={link} size={220} marginSize={4} level="M" title={title} className={styles.code} />
      <p className={styles.link}>{link}</p>
    </>
  );
}
