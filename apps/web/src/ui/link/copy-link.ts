import { showErrorToast, showToast } from '../toast-store.ts';

/** Copies a link, and reports it; `advice` is the hint if the browser does not allow it. */
export async function copyLink(link: string, advice: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    showToast('Link copied');
  } catch {
    showErrorToast(`The link couldn't be copied. ${advice}`);
  }
}
