import { expect, openPage, test } from '#tests/helpers/browser-test.ts'

test('§2.home.1 §9.8 the hero turns every 6 s, can be paused, and explores', async ({ page }) => {
  await page.clock.install()
  await openPage(page, '/')
  const hero = page.getByRole('region', { name: /in four pictures/ })
  const slides = hero.locator('[aria-roledescription=slide]')
  await expect(slides).toHaveCount(4)
  const title = (name: string) => hero.getByRole('heading', { name, exact: true })
  await expect(title('Luxury, made in moonlight')).toBeVisible()
  await page.clock.fastForward(5_900)
  await expect(title('Luxury, made in moonlight')).toBeVisible()
  await page.clock.fastForward(200)
  await expect(title('The green of a garden after rain')).toBeVisible()
  await hero.getByRole('button', { name: 'Pause the pictures' }).click()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(20_000)
  await expect(title('The green of a garden after rain')).toBeVisible()
  await hero.getByRole('button', { name: /^Picture 4/ }).click()
  await expect(title('Dressed for the hour of lamps')).toBeVisible()
  await hero.getByRole('link', { name: 'Explore' }).click()
  await expect.poll(() => page.evaluate(() => scrollY === innerHeight)).toBe(true)
})

test('§2.home.1 only the first picture is fetched at once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const hero = /hero-(\w+)-/.exec(request.url())?.[1]
    if (hero) asked.push(hero)
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const first = page.getByRole('img', { name: /gold watch/ })
  await expect(first).toHaveAttribute('fetchpriority', 'high')
  await expect.poll(() => asked[0]).toBe('noir')
  expect(asked).not.toContain('terracotta')
})

test('§2.home.2 §2.home.3 four featured products and a scroller of new arrivals', async ({
  page,
}) => {
  await openPage(page, '/')
  const featured = page.getByRole('region', { name: 'Featured Products' })
  await expect(featured.getByRole('article')).toHaveCount(4)
  const arrivals = page.getByRole('region', { name: 'New Arrivals' })
  const left = arrivals.getByRole('button', { name: 'Scroll new arrivals left' })
  const right = arrivals.getByRole('button', { name: 'Scroll new arrivals right' })
  await expect(left).toBeDisabled()
  await right.click()
  await expect(left).toBeEnabled()
  await left.click()
  await expect(left).toBeDisabled()
  await expect(arrivals.getByRole('link', { name: 'View All' })).toHaveAttribute(
    'href',
    '/store?sort=new',
  )
})

test('§2.home.4 why choose us', async ({ page }) => {
  await openPage(page, '/')
  const why = page.getByRole('region', { name: 'Why Choose Us' })
  for (const name of [
    'Premium quality',
    'Free worldwide shipping',
    'Secure payments',
    '24/7 support',
  ])
    await expect(why.getByRole('heading', { name })).toBeVisible()
  await expect(why.getByText('with no minimum')).toBeVisible()
})
