import { urlOf } from '@boathouse/contract/endpoint';
import { account } from '@boathouse/contract/account';
import { useMutation } from '@tanstack/react-query';
import { callApi, messageOf } from '../../../lib/api.ts';
import { startDownload } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { useCurrentUser } from '../../people/auth/index.ts';

/**
 * Downloads the archive with the browser's own download, which writes it to the disk as it arrives: a long history has
 * hundreds of megabytes. A download can't show the server's refusal, so the server is asked first.
 */
export function DownloadData() {
  const params = { id: useCurrentUser()._id };
  const action = 'download data';
  const begin = useMutation({
    mutationFn: () => callApi(account.archiveState, { params }),
    onSuccess: ({ waitSec }) => {
      if (waitSec > 0) return showErrorToast(wordsForWait(waitSec), { action });
      startDownload(urlOf(account.archive, params, undefined));
      showToast('Your download has begun', action);
    },
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
  return (
    <Button isBusy={begin.isPending} onClick={() => begin.mutate()}>
      Download my data
    </Button>
  );
}

function wordsForWait(waitSec: number): string {
  if (waitSec < 60) return 'Your data is already being downloaded.';
  const minutes = Math.ceil(waitSec / 60);
  return `You have downloaded your data several times. Try again in ${minutes} minutes.`;
}
