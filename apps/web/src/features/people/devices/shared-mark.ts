import { createDeviceChoice } from '../../../lib/device-choices/device-choice.ts';

/**
 * On a device with a list of athletes, so that others never ask for one. The list itself is known by a cookie that pages can't
 * read.
 */
const mark = createDeviceChoice(
  'shared-device',
  (stored) => stored === 'yes',
  (isShared) => (isShared ? 'yes' : 'no'),
);

/** Returns whether this device has a list of the athletes who share it. */
export const isSharedDevice = mark.get;

export const markShared = mark.set;
