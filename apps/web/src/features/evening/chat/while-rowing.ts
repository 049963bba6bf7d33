import { createDeviceChoice } from '../../../lib/device-choices/device-choice.ts';

const choice = createDeviceChoice<boolean>(
  'chat.whileRowing',
  (stored) => stored !== 'off',
  (areShown) => (areShown ? 'on' : 'off'),
);

/** Returns whether this device shows the newest message while its user rows. Default: yes. */
export const useMessagesWhileRowing = choice.use;
export const setMessagesWhileRowing = choice.set;
