import type { Token } from '@boathouse/contract/auth/tokens';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { dayOf, formatFullDay, viewerTimeZone } from '../../../../lib/format.ts';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Loading, Unavailable } from '../../../../ui/states.tsx';
import { useNowMs } from '../../../../lib/use-now.ts';
import { useRowFocus } from '../../../../ui/use-row-focus.ts';
import { scopeLabels } from './scope-labels.ts';
import styles from './security.module.css';
import { tokensQuery, useEndToken } from './tokens-api.ts';

const TokenDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./token-dialog.tsx'))).TokenDialog,
});

/** The access tokens of the user's programs. */
export function Tokens({ uid }: { uid: string }) {
  const { data, isError, refetch } = useQuery(tokensQuery(uid));
  const [isMaking, setIsMaking] = useState(false);
  const endAll = useEndToken(uid);
  const headingId = useId();
  const sectionRef = useRef<HTMLElement>(null);
  useRowFocus(sectionRef, [data]);
  return (
    <section ref={sectionRef} tabIndex={-1} aria-labelledby={headingId} className={styles.part}>
      <h3 id={headingId}>Access tokens</h3>
      <p className={styles.note}>
        A program with one of your tokens acts as you, without your password. Logging out does not end them.
      </p>
      {data === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>This list couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading your access tokens" lines={2} />
        )
      ) : (
        <>
          {data.tokens.length > 0 && (
            <ul className={styles.logins}>
              {data.tokens.map((token) => (
                <TokenLine key={token._id} token={token} uid={uid} />
              ))}
            </ul>
          )}
          <div className={styles.actions}>
            <Button onClick={() => setIsMaking(true)}>New token</Button>
            {data.tokens.length > 1 && (
              <Button isBusy={endAll.isPending} onClick={() => endAll.mutate(null)}>
                End all tokens
              </Button>
            )}
          </div>
          {isMaking && (
            <TokenDialog uid={uid} confirmBy={data.confirmBy} onClose={() => setIsMaking(false)} />
          )}
        </>
      )}
    </section>
  );
}

/** A token without an end shows no text about it. */
function endWords(endsAt: string | null, nowMs: number): string {
  if (endsAt === null) return '';
  const day = formatFullDay(dayOf(endsAt, viewerTimeZone()));
  return Date.parse(endsAt) <= nowMs ? `. Ended on ${day}` : `, valid until ${day}`;
}

function TokenLine({ token, uid }: { token: Token; uid: string }) {
  const end = useEndToken(uid);
  const lastUse =
    token.lastUsedOn === null
      ? 'Never used'
      : `Last used on ${formatFullDay(Temporal.PlainDate.from(token.lastUsedOn))}`;
  const made = formatFullDay(dayOf(token.createdAt, viewerTimeZone()));
  const ending = endWords(token.endsAt ?? null, useNowMs(60_000));
  return (
    <li data-row={token._id}>
      <p>
        <strong>{token.name}</strong>
        <span className={styles.note}>
          {`${token.scopes.map((scope) => scopeLabels[scope].label).join(', ')}. ${lastUse}, made on ${made}${ending}`}
        </span>
      </p>
      <Button isBusy={end.isPending} aria-label={`End ${token.name}`} onClick={() => end.mutate(token)}>
        End
      </Button>
    </li>
  );
}
