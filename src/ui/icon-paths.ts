/** Icons that islands render, each one path on a 24-pixel grid for a 1.5-pixel line. Ships to browsers. */
export const iconPaths = {
  'arrow-left': 'M19.5 12h-15m6-6-6 6 6 6',
  'arrow-right': 'M4.5 12h15m-6-6 6 6-6 6',
  bag: 'M5.5 8h13l1 12.5h-15zM8.75 10.5V7a3.25 3.25 0 0 1 6.5 0v3.5',
  check: 'm5 12.5 4.75 4.75L19.25 7',
  'chevron-left': 'm14.5 6-6 6 6 6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  close: 'm5.5 5.5 13 13m0-13-13 13',
  edit: 'M4.5 19.5h4l11-11-4-4-11 11zM13 7l4 4',
  heart: 'M12 20S4 15.2 4 9.2A4.3 4.3 0 0 1 12 7.1a4.3 4.3 0 0 1 8 2.1C20 15.2 12 20 12 20z',
  menu: 'M3.5 7h17M3.5 12h17M3.5 17h17',
  minus: 'M5.5 12h13',
  moon: 'M19.5 14.3A8 8 0 0 1 9.7 4.5a8 8 0 1 0 9.8 9.8z',
  plus: 'M12 5.5v13M5.5 12h13',
  search: 'M10.8 4a6.8 6.8 0 1 1 0 13.6 6.8 6.8 0 0 1 0-13.6zM20 20l-4.3-4.3',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  spark:
    'M12 3.5c.6 5.3 3.2 7.9 8.5 8.5-5.3.6-7.9 3.2-8.5 8.5-.6-5.3-3.2-7.9-8.5-8.5 5.3-.6 7.9-3.2 8.5-8.5z',
  trash: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 12.5h9.4L17.5 7M10.2 10.8v5M13.8 10.8v5',
  user: 'M12 4a3.8 3.8 0 1 1 0 7.6A3.8 3.8 0 0 1 12 4zM4.5 20.5c.6-4.2 3.5-6.2 7.5-6.2s6.9 2 7.5 6.2',
} as const

export type IconName = keyof typeof iconPaths
