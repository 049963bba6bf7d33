import { createDeviceChoice } from '../../../lib/device-choices/device-choice.ts';

/**
 * Only on a device with a list of athletes, so that other devices never request one. A cookie that pages can't read
 * identifies the list.
 */
const mark = createDeviceChoice(
  'shared-device',
  (stored) => stored === 'yes',
  (isShared) => (isShared ? 'yes' : 'no'),
);

/** Returns whether this device has a list of the athletes who share it. */
export const isSharedDevice = mark.get;

export const markShared = mark.set;
