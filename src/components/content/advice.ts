import {
  PUBLIC_ADVICE_APPOINTMENT_URL,
  PUBLIC_ADVICE_PHONE,
  PUBLIC_ADVICE_WHATSAPP,
} from 'astro:env/client'
import type { Facts } from '#src/contract/content.ts'
import { APPOINTMENT_PATH } from '#src/rules/appointment-path.ts'
import type { AdviceSettings } from '#src/rules/product/advice.ts'

/**
 * How a shopper reaches a person, from the settings. Without a number it is the shop's, and without an
 * address for appointments the shop's own page.
 */
export const toAdvice = ({ contact }: Facts): AdviceSettings => ({
  phone: PUBLIC_ADVICE_PHONE || contact.phone,
  whatsapp: PUBLIC_ADVICE_WHATSAPP,
  appointmentUrl: PUBLIC_ADVICE_APPOINTMENT_URL || APPOINTMENT_PATH,
})
