import { brand } from './brand.ts'
import { paths } from './paths.ts'

/** Organization and WebSite of the house in schema.org terms. */
export function getSiteStructuredData(site: URL | undefined): object[] {
  const at = (path: string) => new URL(path, site).href
  const { street, city, state, pincode } = brand.address
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': at('/#organization'),
      name: brand.name,
      slogan: brand.tagline,
      url: at(paths.home),
      logo: at('/apple-touch-icon.png'),
      email: brand.email,
      telephone: brand.phone,
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
      name: brand.name,
      url: at(paths.home),
      inLanguage: 'en-IN',
      publisher: { '@id': at('/#organization') },
      potentialAction: {
        '@type': 'SearchAction',
        target: `${at(paths.shop)}?search={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
