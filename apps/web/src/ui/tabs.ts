import styles from './tabs.module.css';

/** Class name for a `nav` of links to sibling pages; the current one has `aria-current`. */
export const tabsClass = styles.tabs ?? '';

/**
 * Class name for a `nav` of links to views of one page (the current one has `aria-current`), for a group of buttons
 * (the pressed one has `aria-pressed`), or for a `TabList`.
 */
export const segmentsClass = styles.segments ?? '';
