export { useAppearanceChoice, useAppearanceOf } from './appearance.ts';
