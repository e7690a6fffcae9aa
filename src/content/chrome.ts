import { policyTexts } from '#src/channels/policies.ts'
import type { ContentBody } from '#src/contract/content.ts'
import { brand, brandCategories, socialNetworks } from '#src/rules/brand.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { categoryPath, newArrivalsPath, paths, storeCategoryPath } from '#src/rules/paths.ts'

export const menu: ContentBody<'menu'> = {
  header: [
    { label: 'Home', href: paths.home },
    { label: 'Shop', href: paths.shop },
    { label: 'About', href: paths.about },
    { label: 'Contact', href: paths.contact },
  ],
  more: [
    ...brandCategories.map((name) => ({ label: categoryLabel(name), href: categoryPath(name) })),
    { label: 'New arrivals', href: newArrivalsPath },
    { label: 'FAQs', href: paths.faqs },
    { label: 'Shipping & Returns', href: paths.shippingReturns },
    { label: 'Sizes', href: paths.sizes },
  ],
}

export const footer: ContentBody<'footer'> = {
  seller: `Sold by {seller} at the address above. Complaints go to {grievanceOfficer}, {grievanceEmail}. ${policyTexts.grievance}`,
  closing: 'Prices in Indian rupees.',
  tagline: `${brand.tagline}.`,
  columns: [
    {
      title: 'Shop',
      links: brandCategories.map((name) => ({
        label: categoryLabel(name),
        href: storeCategoryPath(name),
      })),
    },
    {
      title: 'Help',
      links: [
        { label: 'Shipping & Returns', href: paths.shippingReturns },
        { label: 'Sizes', href: paths.sizes },
        { label: 'Care', href: paths.care },
        { label: 'Authenticity', href: paths.authenticity },
        { label: 'Privacy', href: paths.privacy },
      ],
    },
    {
      title: 'The house',
      links: [
        { label: 'About', href: paths.about },
        { label: 'Contact', href: paths.contact },
        { label: 'Become a Partner', href: paths.partner },
        { label: 'FAQs', href: paths.faqs },
        { label: 'Terms', href: paths.terms },
      ],
    },
  ],
  social: socialNetworks.map((label) => ({ label, href: '#social' })),
}
