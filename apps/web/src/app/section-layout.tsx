import { NavLink, Outlet } from 'react-router';
import { tabsClass } from '../ui/tabs.ts';
import styles from './section-layout.module.css';

type Tab = { to: string; label: string };

const trainingTabs: readonly Tab[] = [
  { to: '/training/statistics', label: 'Statistics' },
  { to: '/training/activity', label: 'Activity' },
  { to: '/training/calendar', label: 'Calendar' },
];

const exploreTabs: readonly Tab[] = [
  { to: '/explore/clubs', label: 'Clubs' },
  { to: '/explore/athletes', label: 'Athletes' },
];

/** The sub-header with a tab for each page of a section. */
function SectionLayout({ name, tabs }: { name: string; tabs: readonly Tab[] }) {
  return (
    <>
      <nav aria-label={name} className={`${tabsClass} ${styles.tabs}`}>
        {tabs.map(({ to, label }) => (
          <NavLink key={to} to={to} end>
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}

export function TrainingLayout() {
  return <SectionLayout name="Training" tabs={trainingTabs} />;
}

export function ExploreLayout() {
  return <SectionLayout name="Explore" tabs={exploreTabs} />;
}
