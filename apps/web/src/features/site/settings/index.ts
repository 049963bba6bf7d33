export { useAppearanceOf } from './account-appearance.ts';
export { useAppearanceChoice } from './appearance.ts';
export { useFirstDayOfDevice } from './first-day.ts';
