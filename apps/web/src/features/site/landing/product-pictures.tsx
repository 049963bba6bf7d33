import { useId, useState } from 'react';
import { TabList } from '../../../ui/tab-list.tsx';
import { segmentsClass } from '../../../ui/tabs.ts';
import styles from './landing-page.module.css';
import dashboardDarkLaptop from './pictures/dashboard-dark-laptop.webp';
import dashboardDarkPhone from './pictures/dashboard-dark-phone.webp';
import dashboardLightLaptop from './pictures/dashboard-light-laptop.webp';
import dashboardLightPhone from './pictures/dashboard-light-phone.webp';
import liveWorkoutDarkLaptop from './pictures/live-workout-dark-laptop.webp';
import liveWorkoutDarkPhone from './pictures/live-workout-dark-phone.webp';
import liveWorkoutLightLaptop from './pictures/live-workout-light-laptop.webp';
import liveWorkoutLightPhone from './pictures/live-workout-light-phone.webp';
import statisticsDarkLaptop from './pictures/statistics-dark-laptop.webp';
import statisticsDarkPhone from './pictures/statistics-dark-phone.webp';
import statisticsLightLaptop from './pictures/statistics-light-laptop.webp';
import statisticsLightPhone from './pictures/statistics-light-phone.webp';

type Picture = {
  key: string;
  tab: string;
  light: { laptop: string; phone: string };
  dark: { laptop: string; phone: string };
  /** A description of the picture, for visitors who don't see it. */
  alt: string;
  caption: string;
};

/** `npm run pictures` takes them from the running product. */
const pictures: [Picture, ...Picture[]] = [
  {
    key: 'dashboard',
    tab: 'Dashboard',
    light: { laptop: dashboardLightLaptop, phone: dashboardLightPhone },
    dark: { laptop: dashboardDarkLaptop, phone: dashboardDarkPhone },
    alt: "The dashboard: meters of the last weeks, today's workouts, a form for a new workout, and results of followed athletes",
    caption: 'What to row today, with whom, and how training is going.',
  },
  {
    key: 'live',
    tab: 'Live Workout',
    light: { laptop: liveWorkoutLightLaptop, phone: liveWorkoutLightPhone },
    dark: { laptop: liveWorkoutDarkLaptop, phone: liveWorkoutDarkPhone },
    alt: 'A live workout: pace, stroke rate and meters left in large figures, and the lanes of the crew below',
    caption: 'Large figures for the athlete, and the crew beside them.',
  },
  {
    key: 'statistics',
    tab: 'Athlete Statistics',
    light: { laptop: statisticsLightLaptop, phone: statisticsLightPhone },
    dark: { laptop: statisticsDarkLaptop, phone: statisticsDarkPhone },
    alt: 'Athlete statistics: meters by week, the trend of the pace, and personal bests',
    caption: 'Meters, pace trend and personal bests over weeks, months and years.',
  },
];

const onPhone = '(max-width: 40rem)';

/** Three tabs with a picture of the product each. */
export function ProductPictures({ productName }: { productName: string }) {
  const [selected, setSelected] = useState(pictures[0].key);
  const id = useId();
  const picture = pictures.find(({ key }) => key === selected) ?? pictures[0];
  // The page's mode, which a visitor may have chosen; `public/theme.js` sets it before the first paint.
  const shown = document.documentElement.dataset['mode'] === 'light' ? picture.light : picture.dark;
  return (
    <section aria-label={`Pictures of ${productName}`} className={styles.pictures}>
      <TabList
        label="Pictures"
        id={id}
        tabs={pictures.map(({ key, tab }) => ({ key, label: tab }))}
        selected={selected}
        onSelect={setSelected}
        className={segmentsClass}
      />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        <figure>
          <picture key={selected}>
            <source media={onPhone} srcSet={shown.phone} width={390} height={640} />
            <img src={shown.laptop} alt={picture.alt} width={1440} height={900} loading="lazy" />
          </picture>
          <figcaption>{picture.caption}</figcaption>
        </figure>
      </div>
    </section>
  );
}
