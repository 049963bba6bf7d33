import styles from './tabs.module.css';

/** For a `nav` of links to the pages that stand beside one another; the present one has `aria-current`. */
export const tabsClass = styles.tabs ?? '';

/** For a `nav` of links to views of the same thing, of which one is shown and has `aria-current`. */
export const segmentsClass = styles.segments ?? '';
