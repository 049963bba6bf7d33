import styles from './connect-bar.module.css';

/** Device information of the monitor; null until read. */
export type DeviceInformation = {
  serialNumber: string | null;
  hardwareRevision: string | null;
  firmwareRevision: string | null;
  manufacturerName: string | null;
};

/** The connected monitor's own information. */
export function DeviceDetails({ device }: { device: DeviceInformation }) {
  const details = [
    ['Manufacturer', device.manufacturerName],
    ['Serial number', device.serialNumber],
    ['Hardware', device.hardwareRevision],
    ['Firmware', device.firmwareRevision],
  ] as const;
  return (
    <dl className={styles.device}>
      {details.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt data-detail={label}>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
