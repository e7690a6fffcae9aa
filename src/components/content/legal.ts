import {
  PUBLIC_GRIEVANCE_EMAIL,
  PUBLIC_GRIEVANCE_OFFICER,
  PUBLIC_LEGAL_NAME,
  PUBLIC_LEGAL_NUMBERS,
} from 'astro:env/client'
import { brand } from '#src/rules/brand.ts'

const { street, city, state, pincode, country } = brand.address

/**
 * Who sells, and who settles complaints (Consumer Protection (E-Commerce) Rules 2020, rules 4 and 6),
 * from the settings; without them the name and the address of the brand.
 */
export const legal = {
  name: PUBLIC_LEGAL_NAME || brand.name,
  /** Company and tax numbers; empty where none are set. */
  numbers: PUBLIC_LEGAL_NUMBERS,
  address: `${street}, ${city}, ${state} ${pincode}, ${country}`,
  /** Empty where none is set. */
  officer: PUBLIC_GRIEVANCE_OFFICER,
  grievanceEmail: PUBLIC_GRIEVANCE_EMAIL || brand.email,
}
