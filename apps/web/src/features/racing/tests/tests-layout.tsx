import { NavLink, Outlet } from 'react-router';
import { Empty } from '../../../ui/states.tsx';
import { segmentsClass } from '../../../ui/tabs.ts';
import { useClub } from '../../clubs/clubs/index.ts';
import styles from './tests.module.css';

/** The views around a club's tests, for its members. */
export function TestsLayout() {
  const { club, membership } = useClub();
  if (membership !== undefined && !membership.isMember) {
    return (
      <Empty>
        <p>Only the members of {club.name} see its tests, records and squads.</p>
      </Empty>
    );
  }
  const base = `/clubs/${club.customURL}`;
  return (
    <div className={styles.page}>
      <nav aria-label="Tests" className={segmentsClass}>
        {['Tests', 'Records', 'Attendance', 'Squads'].map((name) => (
          <NavLink key={name} to={`${base}/${name.toLowerCase()}`} preventScrollReset>
            {name}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </div>
  );
}
