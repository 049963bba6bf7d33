import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import bar from '../../../ui/bar.module.css';
import { warningsQuery } from './api.ts';
import { clockWarning } from './state-words.ts';

/** Shows administrators on every page what the server needs; nothing if all is well. */
export function WarningBar() {
  const { data } = useQuery(warningsQuery);
  const clock = data === undefined ? null : clockWarning(data.clockOffMs);
  const texts = [...(data?.warnings.map(({ text }) => text) ?? []), ...(clock === null ? [] : [clock])];
  return (
    <div role="status" className={texts.length > 0 ? bar.bar : undefined}>
      {texts.length > 0 && (
        <>
          <p>
            {texts[0]}
            {texts.length > 1 && ` And ${texts.length - 1} more.`}
          </p>
          <Link to="/administration#state">Administration</Link>
        </>
      )}
    </div>
  );
}
