const release = '__BUILD__'
self.addEventListener('install', () => release)
