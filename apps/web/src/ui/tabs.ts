import styles from './tabs.module.css';

/** For a `nav` of links to the pages that stand beside one another; the present one has `aria-current`. */
export const tabsClass = styles.tabs ?? '';
