/** States and union territories of India, for lists. `pincode-area.ts` knows their pincodes. */
export const INDIAN_STATE_NAMES = [
  ...['Andaman and Nicobar Islands', 'Andhra Pradesh', 'Arunachal Pradesh', 'Assam', 'Bihar'],
  ...['Chandigarh', 'Chhattisgarh', 'Dadra and Nagar Haveli and Daman and Diu', 'Delhi', 'Goa'],
  ...['Gujarat', 'Haryana', 'Himachal Pradesh', 'Jammu and Kashmir', 'Jharkhand', 'Karnataka'],
  ...['Kerala', 'Ladakh', 'Lakshadweep', 'Madhya Pradesh', 'Maharashtra', 'Manipur', 'Meghalaya'],
  ...['Mizoram', 'Nagaland', 'Odisha', 'Puducherry', 'Punjab', 'Rajasthan', 'Sikkim'],
  ...['Tamil Nadu', 'Telangana', 'Tripura', 'Uttar Pradesh', 'Uttarakhand', 'West Bengal'],
]

/** Countries that most parcels go to, India first; an address may name any other. */
export const COUNTRIES = [
  ...['India', 'Australia', 'Bahrain', 'Canada', 'France', 'Germany', 'Hong Kong', 'Italy'],
  ...['Japan', 'Kuwait', 'Malaysia', 'Nepal', 'Netherlands', 'New Zealand', 'Oman', 'Qatar'],
  ...['Saudi Arabia', 'Singapore', 'South Africa', 'Sri Lanka', 'Switzerland', 'Thailand'],
  ...['United Arab Emirates', 'United Kingdom', 'United States'],
]
