/** The page that asks for an appointment. Not in `paths`, which every page loads. */
export const APPOINTMENT_PATH = '/contact/appointment'

export const APPOINTMENT_TITLE = 'Make an appointment'

/** The same page for a piece with this title. */
export const appointmentPath = (title: string): string =>
  `${APPOINTMENT_PATH}?${new URLSearchParams({ piece: title })}`
