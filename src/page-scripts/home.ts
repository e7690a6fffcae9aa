import './hero.ts'
import './new-arrivals-carousel.ts'
