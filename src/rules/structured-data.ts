import { house } from './house.ts'
import { paths } from './paths.ts'

/** Organization and WebSite of the house in schema.org terms. */
export function houseData(site: URL | undefined): object[] {
  const at = (path: string) => new URL(path, site).href
  const { street, city, state, pincode } = house.address
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': at('/#house'),
      name: house.name,
      slogan: house.tagline,
      url: at(paths.home),
      logo: at('/apple-touch-icon.png'),
      email: house.email,
      telephone: house.phone,
      address: {
        '@type': 'PostalAddress',
        streetAddress: street,
        addressLocality: city,
        addressRegion: state,
        postalCode: pincode,
        addressCountry: 'IN',
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: house.name,
      url: at(paths.home),
      inLanguage: 'en-IN',
      publisher: { '@id': at('/#house') },
      potentialAction: {
        '@type': 'SearchAction',
        target: `${at(paths.shop)}?search={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
