// The icons of shop and studio: each is one path on a 24-pixel grid, for a 1.5-pixel line. Icons that records name are in
// content-icons.ts (docs/decisions/archive/0075-icons-of-records-in-a-file-of-their-own.md).

export const arrowLeftIcon = 'M19.5 12h-15m6-6-6 6 6 6'
export const arrowRightIcon = 'M4.5 12h15m-6-6 6 6-6 6'
export const bagIcon = 'M5.5 8h13l1 12.5h-15zM8.75 10.5V7a3.25 3.25 0 0 1 6.5 0v3.5'
export const checkIcon = 'm5 12.5 4.75 4.75L19.25 7'
export const clockIcon = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2'
export const closeIcon = 'm5.5 5.5 13 13m0-13-13 13'
export const editIcon = 'M4.5 19.5h4l11-11-4-4-11 11zM13 7l4 4'
export const heartIcon =
  'M12 20S4 15.2 4 9.2A4.3 4.3 0 0 1 12 7.1a4.3 4.3 0 0 1 8 2.1C20 15.2 12 20 12 20z'
export const mailIcon = 'M3.5 6h17v12.5h-17zm0 .5L12 13l8.5-6.5'
export const menuIcon = 'M3.5 7h17M3.5 12h17M3.5 17h17'
export const minusIcon = 'M5.5 12h13'
export const moonIcon = 'M19.5 14.3A8 8 0 0 1 9.7 4.5a8 8 0 1 0 9.8 9.8z'
export const pauseIcon = 'M9 5.5v13m6-13v13'
export const pinIcon =
  'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 7.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z'
export const playIcon = 'm8 5.5 10.5 6.5L8 18.5z'
export const plusIcon = 'M12 5.5v13M5.5 12h13'
export const searchIcon = 'M10.8 4a6.8 6.8 0 1 1 0 13.6 6.8 6.8 0 0 1 0-13.6zM20 20l-4.3-4.3'
export const sparkIcon =
  'M12 3.5c.6 5.3 3.2 7.9 8.5 8.5-5.3.6-7.9 3.2-8.5 8.5-.6-5.3-3.2-7.9-8.5-8.5 5.3-.6 7.9-3.2 8.5-8.5z'
export const sunIcon =
  'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4'
export const trashIcon = 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 12.5h9.4L17.5 7M10.2 10.8v5M13.8 10.8v5'
export const userIcon =
  'M12 4a3.8 3.8 0 1 1 0 7.6A3.8 3.8 0 0 1 12 4zM4.5 20.5c.6-4.2 3.5-6.2 7.5-6.2s6.9 2 7.5 6.2'
