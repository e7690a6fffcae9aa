import {
  PUBLIC_ADVICE_APPOINTMENT_URL,
  PUBLIC_ADVICE_PHONE,
  PUBLIC_ADVICE_WHATSAPP,
} from 'astro:env/client'
import type { AdviceSettings } from '#src/rules/advice.ts'
import { brand } from '#src/rules/brand.ts'

/** How a shopper reaches a person, from the settings; without a number, that of the brand. */
export const advice: AdviceSettings = {
  phone: PUBLIC_ADVICE_PHONE || brand.phone,
  whatsapp: PUBLIC_ADVICE_WHATSAPP,
  appointmentUrl: PUBLIC_ADVICE_APPOINTMENT_URL,
}
