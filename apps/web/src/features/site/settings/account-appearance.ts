import type { User } from '@boathouse/contract/users';
import { useEffect } from 'react';
import { modes, setAppearance, tints } from '../../../ui/appearance.ts';

/** Applies the account's appearance to the page after the sign-in. */
export function useAppearanceOf({ themeColor, tintColor }: User): void {
  useEffect(() => {
    setAppearance({ mode: modes[themeColor] ?? 'light', tint: tints[tintColor] ?? 'blue' });
  }, [themeColor, tintColor]);
}
