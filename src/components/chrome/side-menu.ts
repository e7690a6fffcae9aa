const menu = document.querySelector<HTMLDialogElement>('#side-menu')
const menuButton = document.querySelector<HTMLButtonElement>('[data-menu-open]')

if (menu && menuButton) {
  menuButton.addEventListener('click', () => {
    menu.showModal()
    menuButton.setAttribute('aria-expanded', 'true')
  })
  menu.addEventListener('close', () => {
    menuButton.setAttribute('aria-expanded', 'false')
    menuButton.focus()
  })
  menu.addEventListener('click', ({ target }) => {
    // The dialog itself is only hit on its backdrop: its content fills it.
    const leaves = target instanceof Element && target.closest('[data-menu-close], a')
    if (target === menu || leaves) menu.close()
  })
  matchMedia('(min-width: 64rem)').addEventListener('change', () => menu.close())
}
