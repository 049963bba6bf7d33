import { messageOf } from '../../../../lib/api.ts';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import type { RowControl } from '../run/lazy-runner.ts';

/**
 * Takes the row over from another device or tab. Returns false, and shows the reason, if another tab can't release it.
 */
export async function takeOver(runner: Pick<RowControl, 'rowing'>): Promise<boolean> {
  try {
    await runner.rowing?.takeOver();
    return true;
  } catch (error) {
    showErrorToast(messageOf(error), { isForAnyPage: true });
    return false;
  }
}
