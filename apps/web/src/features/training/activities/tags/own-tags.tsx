import type { activities } from '@boathouse/contract/activities';
import { tags as calls } from '@boathouse/contract/activities/tags';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi, refusalOf } from '../../../../lib/api.ts';
import { TryAgain } from '../../../../ui/states.tsx';
import { isFocusLost } from '../../../../ui/use-focus-after.ts';
import { activityById } from '../api.ts';
import { TagsField, usedTagsOf } from './tags-field.tsx';
import styles from './tags-field.module.css';

export type OwnTagsProps = { activity: EndpointResponse<typeof activities.byId> };

/** The tags that athletes give to their activity; each change is stored at once, and a failed one stays so that it can be sent again. */
export function OwnTags({ activity: { _id: id, user, tags = [] } }: OwnTagsProps) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<readonly string[]>(tags);
  const save = useMutation({
    mutationFn: (next: readonly string[]) =>
      callApi(calls.set, { params: { id }, body: { tags: [...next] } }),
    // Changes in quick succession are stored in their order.
    scope: { id: `tags ${id}` },
    onSuccess: (stored) => {
      client.setQueryData(activityById(id).queryKey, (known) => known && { ...known, ...stored });
      return Promise.all([
        client.invalidateQueries({ queryKey: usedTagsOf(user._id).queryKey }),
        client.invalidateQueries({ queryKey: ['activities', 'search'] }),
      ]);
    },
  });
  const ref = useRef<HTMLDivElement>(null);
  // The button that opened it has been removed.
  useEffect(() => {
    if (isFocusLost()) ref.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div ref={ref}>
      <p className={styles.readers}>Only you see them. Your past activities can be searched by them.</p>
      <TagsField
        userId={user._id}
        tags={wanted}
        onChange={(next) => {
          setWanted(next);
          save.mutate(next);
        }}
        error={save.isError ? refusalOf(save.error) : null}
      />
      {save.isError && <TryAgain onRetry={() => save.mutate(wanted)} />}
    </div>
  );
}
