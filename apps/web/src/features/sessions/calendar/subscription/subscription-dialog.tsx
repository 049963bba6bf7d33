import { calendar } from '@boathouse/contract/sessions/calendar';
import { urlOf } from '@boathouse/contract/endpoint';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../../lib/api.ts';
import { dayOf, formatFullDay, viewerTimeZone } from '../../../../lib/format.ts';
import { NativeSelect } from '../../../../ui/field/field.tsx';
import { clubsOfUser } from '../../../clubs/clubs/index.ts';
import { SecretLinkDialog } from '../../../people/links/index.ts';

/** The value of the choice that filters by no club. */
const allSessions = '';

/** Makes, replaces and switches off the address at which calendar programs read the user's sessions. */
export function SubscriptionDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const params = { id: userId };
  const [club, setClub] = useState(allSessions);
  const { data: clubs = [] } = useQuery(clubsOfUser(userId));
  const choices = [
    { value: allSessions, label: 'All my sessions' },
    ...clubs.map(({ _id, name }) => ({ value: _id, label: `Only ${name}` })),
  ];

  return (
    <SecretLinkDialog
      words={{
        title: 'Subscribe to your sessions',
        about:
          'Add this private address to the calendar on your phone or computer: your sessions appear there and change with ' +
          'them. Anyone who has the address can read them, so keep it to yourself.',
        noun: 'calendar address',
        codeTitle: 'QR code of your calendar address',
        sayDate: (date, isShown) =>
          isShown
            ? "The address can't be shown again later. A new one replaces it."
            : `An address was made on ${formatFullDay(dayOf(date, viewerTimeZone()))}. It can't be shown again. A new ` +
              'one replaces it, and your calendars need it then.',
        revokeLabel: 'Switch off',
        revoked: 'Calendar address switched off',
      }}
      calls={{
        query: queryOptions({
          queryKey: ['calendar', 'address', userId],
          queryFn: ({ signal }) => callApi(calendar.address, { params }, { signal }),
        }),
        dateOf: ({ createdAt }) => createdAt,
        create: async () => {
          const { key, createdAt } = await callApi(calendar.create, { params });
          const path = urlOf(calendar.read, { key }, {});
          return { link: new URL(path, location.href).href, state: { createdAt } };
        },
        revoke: () => callApi(calendar.revoke, { params }),
      }}
      choice={{
        field: choices.length > 1 && (
          <NativeSelect
            label="Sessions"
            data={choices}
            value={club}
            onChange={(event) => setClub(event.currentTarget.value)}
          />
        ),
        linkOf: (link) => (club === allSessions ? link : `${link}?club=${club}`),
      }}
      onClose={onClose}
    />
  );
}
