export { useAppearanceOf } from './account-appearance.ts';
export { useAppearanceChoice } from './appearance.ts';
