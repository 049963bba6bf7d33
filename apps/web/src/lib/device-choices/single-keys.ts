import { createDeviceChoice } from './device-choice.ts';

/** Whether single keys are shortcuts. Speech input types letters by mistake, so users can turn them off (WCAG 2.1.4). */
export const singleKeysChoice = createDeviceChoice<boolean>(
  'singleKeys',
  (stored) => stored !== 'off',
  (isOn) => (isOn ? 'on' : 'off'),
);
