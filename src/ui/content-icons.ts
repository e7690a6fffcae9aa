import { sparkIcon } from './icons.ts'

// A file of its own: the scripts of every page have what islands use of a file.

const cardIcon = 'M3 6h18v12.5H3zM3 10h18M6.5 15h4'
const giftIcon =
  'M4.5 11.5h15v8.5h-15zM3.5 7.5h17v4h-17zM12 7.5V20M12 7.5C8 7.5 7 3.5 9.5 3.5c1.8 0 2.5 4 2.5 4s.7-4 2.5-4c2.5 0 1.5 4-2.5 4z'
const globeIcon =
  'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c2.6 2.3 3.8 5.2 3.8 8.5s-1.2 6.2-3.8 8.5c-2.6-2.3-3.8-5.2-3.8-8.5s1.2-6.2 3.8-8.5z'
const lockIcon = 'M5.5 10.5h13V20h-13zM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.2v2'
export const phoneIcon =
  'M5 4h3.8l1.7 4.5-2.2 1.6a12 12 0 0 0 5.6 5.6l1.6-2.2 4.5 1.7V19a1.5 1.5 0 0 1-1.6 1.5C10.7 20 4 13.3 3.5 5.6A1.5 1.5 0 0 1 5 4z'
export const refreshIcon =
  'M19.5 12a7.5 7.5 0 0 1-13.4 4.6M4.5 12a7.5 7.5 0 0 1 13.4-4.6M18 3.8v3.7h-3.7M6 20.2v-3.7h3.7'
export const shieldIcon =
  'M12 3.5 5 6v5.5c0 4.3 2.8 7.3 7 9 4.2-1.7 7-4.7 7-9V6zM9 11.8l2.2 2.2 4-4.3'
const tagIcon = 'M4 4h7.5l8.5 8.5-7.5 7.5L4 11.5zM8 7.7a.3.3 0 1 1 0 .6.3.3 0 0 1 0-.6z'
const truckIcon =
  'M3 6.5h11v10H3zM14 10h4l3 3.5v3h-7M7 15.2a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8zM17 15.2a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8z'

/** The icons that records of content name. */
export const contentIcons = {
  card: cardIcon,
  gift: giftIcon,
  globe: globeIcon,
  lock: lockIcon,
  phone: phoneIcon,
  refresh: refreshIcon,
  shield: shieldIcon,
  spark: sparkIcon,
  tag: tagIcon,
  truck: truckIcon,
} as const
