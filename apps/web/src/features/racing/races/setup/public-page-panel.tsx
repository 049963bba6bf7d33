import { races } from '@boathouse/contract/races';
import { useQueryClient } from '@tanstack/react-query';
import { formatDayAndTime } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { copyLink } from '../../../../ui/link/copy-link.ts';
import { LinkCode } from '../../../../ui/link/link-code.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { callRaceDay, changeEvent, useRaceChange } from '../api.ts';
import { useRaceEvent } from '../event/event-context.ts';
import styles from './setup.module.css';

/** Creates and revokes the key that opens the public results and the television. */
export function PublicPagePanel() {
  const { _id, title, pageAt, isPublished } = useRaceEvent();
  const client = useQueryClient();
  const params = { id: _id };
  const note = (made: { pageAt: string | null }) =>
    changeEvent(client, _id, (event) => ({ ...event, pageAt: made.pageAt }));
  const make = useRaceChange(_id, 'public page', () => callRaceDay(races.makePage, { params }), note);
  const close = useRaceChange(_id, 'public page', () => callRaceDay(races.closePage, { params }), note);
  const key = pageAt === null ? undefined : make.data?.key;
  const results = `${location.origin}/race-pages/${key}`;
  return (
    <Panel title="Results page and television">
      <p className={styles.note}>
        Anyone with the link reads start lists and results, without an account
        {isPublished ? '.' : ', once the race day is published.'}
      </p>
      {key !== undefined && (
        <>
          <LinkCode link={results} title={`QR code of the results of ${title}`} />
          <p>
            Television: <a href={`${results}/screen`}>{`${results}/screen`}</a>
          </p>
          <p className={styles.note}>The links are not shown again.</p>
        </>
      )}
      {key === undefined && pageAt !== null && (
        <p>
          Link made {formatDayAndTime(pageAt)}. It can't be shown again, only replaced: older links then stop.
        </p>
      )}
      <div className={styles.actions}>
        {pageAt !== null && (
          <Button isBusy={close.isPending} onClick={() => close.mutate(undefined)}>
            Close page
          </Button>
        )}
        {key === undefined ? (
          <Button isBusy={make.isPending} onClick={() => make.mutate(undefined)}>
            {pageAt === null ? 'Make link' : 'Replace link'}
          </Button>
        ) : (
          <Button
            look="primary"
            onClick={() => void copyLink(results, 'Copy the address below the code instead.')}
          >
            Copy link
          </Button>
        )}
      </div>
    </Panel>
  );
}
