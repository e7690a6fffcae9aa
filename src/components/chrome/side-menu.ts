const menu = document.querySelector<HTMLDialogElement>('#side-menu')
const opener = document.querySelector<HTMLButtonElement>('[data-menu-open]')

if (menu && opener) {
  opener.addEventListener('click', () => {
    menu.showModal()
    opener.setAttribute('aria-expanded', 'true')
  })
  menu.addEventListener('close', () => {
    opener.setAttribute('aria-expanded', 'false')
    opener.focus()
  })
  menu.addEventListener('click', ({ target }) => {
    // The dialog itself is only hit on its backdrop: its content fills it.
    const leaves = target instanceof Element && target.closest('[data-menu-close], a')
    if (target === menu || leaves) menu.close()
  })
  matchMedia('(min-width: 64rem)').addEventListener('change', () => menu.close())
}
