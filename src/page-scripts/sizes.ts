const button = document.querySelector('[data-print]')
button?.addEventListener('click', () => print())

export {}
